/** The address of one register. */
export const registerLink = (sectionId: string, onDate: string): string =>
  `/attendance/give-attendance?section=${sectionId}&on=${onDate}`;
