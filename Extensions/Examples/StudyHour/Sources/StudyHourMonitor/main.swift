import StudyHour

StudyMonitor.main()
