/** The version of this build; the extension of the same build has the same. */
declare const __LEADLOOM_VERSION__: string;

export const PRODUCT_VERSION: string = __LEADLOOM_VERSION__;
