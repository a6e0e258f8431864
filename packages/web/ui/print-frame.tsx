import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { serverNow } from '../api/server-clock.ts';
import { formatInstant } from '../format.ts';
import { useText } from '../text/text.tsx';
import { icon } from './icon.ts';

/** A document on screen and on paper: the heading prints, the buttons do not. */
export function PrintFrame({
  title,
  subtitle,
  children,
}: {
  title: string;
  subtitle?: string;
  children: ReactNode;
}) {
  return (
    <article>
      <header className="only-print">
        <h1 style={{ margin: 0 }}>{title}</h1>
        {subtitle && <p style={{ margin: 0 }}>{subtitle}</p>}
        <p style={{ margin: '0 0 12px' }}>{formatInstant(serverNow())}</p>
      </header>
      {children}
    </article>
  );
}

/** Opens the browser's print dialog. */
export function PrintButton() {
  const t = useText();
  return (
    <Button
      variant="default"
      className="no-print"
      leftSection={<IconPrinter {...icon} />}
      onClick={() => window.print()}
    >
      {t('action.print')}
    </Button>
  );
}
