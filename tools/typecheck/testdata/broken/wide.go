package broken

const wide = 1 << 40
