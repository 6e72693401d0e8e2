/// What a process has counted since its start.
struct ServiceCounts {
  /// Answers by their status.
  var answers: [Int: Int] = [:]
  /// Transactions that calls shared.
  var transactions = 0
  /// Transactions that the database did not carry out, by what was the trouble.
  var faults: [String: Int] = [:]

  /// The counts as Prometheus reads them.
  func text(connections: Int) -> String {
    let answers = answers.sorted { $0.key < $1.key }
      .map { "family_answers_total{status=\"\($0.key)\"} \($0.value)\n" }.joined()
    let faults = faults.sorted { $0.key < $1.key }
      .map { "family_database_faults_total{kind=\"\($0.key)\"} \($0.value)\n" }.joined()
    return """
      # HELP family_answers_total Answers to calls, by status.
      # TYPE family_answers_total counter
      \(answers)# HELP family_transactions_total Transactions that calls shared.
      # TYPE family_transactions_total counter
      family_transactions_total \(transactions)
      # HELP family_database_faults_total What the database did not carry out, by the kind of trouble.
      # TYPE family_database_faults_total counter
      \(faults)# HELP family_connections Connections that are open.
      # TYPE family_connections gauge
      family_connections \(connections)

      """
  }
}
