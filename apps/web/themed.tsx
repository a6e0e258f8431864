import { cssVariables, theme } from '@aangan/web/theme.ts';
import { useEscapeClosesTop } from '@aangan/web/ui/escape.ts';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { schemeManager } from './appearance.ts';
import { cspNonce } from './csp-nonce.ts';

/** The product's look around everything, with style elements that the page's policy lets in. */
export function Themed({ children }: { children: ReactNode }) {
  useEscapeClosesTop();
  return (
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
}
