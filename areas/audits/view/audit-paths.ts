/** Where an audit is read, by its family. */
export const viewPath = (family: string, id: string): string =>
  family === 'GENERAL' ? `/general-audit/view-audit/${id}` : `/audit/viewAudit/${id}`;
