/** '(014) Baner': the id padded to 3 digits, longer ids as they are (specification §9). */
export const franchiseeLabel = (id: number, companyName: string): string =>
  `(${String(id).padStart(3, '0')}) ${companyName}`;
