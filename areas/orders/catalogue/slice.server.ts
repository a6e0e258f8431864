export const catalogueServer = [] as const;
