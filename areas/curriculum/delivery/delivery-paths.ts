export const CURRICULUM = '/learning/curriculum';
