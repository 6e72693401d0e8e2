import StudyHour

StudyAction.main()
