import StudyHour

StudyShield.main()
