/** The moment so many seconds after this one. */
export const later = (moment: Date, seconds: number): Date =>
  new Date(moment.getTime() + seconds * 1000)
