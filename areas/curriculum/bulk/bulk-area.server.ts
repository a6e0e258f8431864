export const bulkFiles = [await import('./bulk-import.server.ts')];
