/**
 * Options of Node for the process of a server. Otherwise Node keeps up to 128 MB for objects that were just made, as many as
 * came in its busiest moment. Whoever starts servers passes them: Node reads them before our first line.
 */
export const SERVER_NODE_OPTIONS: readonly string[] = ['--max-semi-space-size=16'];
