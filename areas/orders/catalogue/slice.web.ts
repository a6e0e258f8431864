export const catalogueLoads = {};
