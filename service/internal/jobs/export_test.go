package jobs

// AnswerTime is what tests set.
var AnswerTime = &answerTime

// OpenSpace is openSpace.
var OpenSpace = openSpace
