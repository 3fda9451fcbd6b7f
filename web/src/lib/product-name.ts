export const PRODUCT_NAME = 'Leadloom';
