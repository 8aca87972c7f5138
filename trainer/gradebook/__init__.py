"""Results of quizzes: grade book, item statistics, class heat map, regrading, exports."""
