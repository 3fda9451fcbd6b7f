/** The one mark for nothing, where a place for a value is shown without one. */
export const NO_VALUE = '–';
