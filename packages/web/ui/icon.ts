/** Every icon's size and stroke (look.md 1): `<IconPlus {...icon} />`. Icons are decoration; the label stands beside them. */
export const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;
export const smallIcon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;
