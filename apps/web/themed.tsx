import { cssVariables, theme } from '@aangan/web/theme.ts';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { schemeManager } from './appearance.ts';
import { cspNonce } from './csp-nonce.ts';

/** The product's look around everything, with style elements that the page's policy lets in. */
export const Themed = ({ children }: { children: ReactNode }) => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    colorSchemeManager={schemeManager}
    defaultColorScheme="auto"
    {...(cspNonce ? { getStyleNonce: () => cspNonce } : {})}
  >
    {children}
  </MantineProvider>
);
