export const catalogueFiles = [await import('./catalogue.server.ts'), await import('./weights.server.ts')];
