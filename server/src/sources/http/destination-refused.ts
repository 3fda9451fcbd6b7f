/** A host without an address that may be connected to. */
export class DestinationRefused extends Error {}
