import { createContext } from 'react';

/** The router says here which area a screen belongs to, for the breadcrumb. */
export const AreaTitleContext = createContext<string | null>(null);
