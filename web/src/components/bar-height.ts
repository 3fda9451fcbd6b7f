/** The height of the bar at the top of every signed-in page. */
export const BAR_HEIGHT = '3rem';
