package store

// AnswerTime is what tests set.
var AnswerTime = &answerTime
