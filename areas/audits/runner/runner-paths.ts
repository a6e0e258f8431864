/** Where an audit is answered, by its family. */
export const runPath = (family: string, id: string): string =>
  family === 'GENERAL' ? `/general-audit/edit-audit/${id}` : `/audit/editAudit/${id}`;
