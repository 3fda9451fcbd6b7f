/** The key stands apart from the rest of the list, because the bridge reads it without the schemas. */
export const CONNECTED_ORIGINS_KEY = 'connectedOrigins';
