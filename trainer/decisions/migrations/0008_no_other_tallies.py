from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("decisions", "0007_add_up_the_log")]

    operations = [
        migrations.DeleteModel(name="CellTally"),
        migrations.DeleteModel(name="DayTally"),
    ]
