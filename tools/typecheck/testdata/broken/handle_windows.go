package broken

var handle int = "no number"
