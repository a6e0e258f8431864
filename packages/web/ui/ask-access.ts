import { type ComponentType, createContext } from 'react';

/** How the app asks for a right that is missing; null where nobody is signed in. */
export const AskAccessContext = createContext<ComponentType | null>(null);
