/** Of the bar at the top of every signed-in page. */
export const BAR_HEIGHT = '3rem';
/** The CSS variable with the height of a line between bar and page, where there is one. */
export const NOTICE_HEIGHT = '--notice-height';
