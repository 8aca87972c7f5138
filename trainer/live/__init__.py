"""Live quizzes: a question on the wall, answers from phones, one clock."""
