export const moduleFiles = [await import('./module.listing.server.ts'), await import('./module.server.ts')];
