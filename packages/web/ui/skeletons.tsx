import { Skeleton, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useText } from '../text/text.tsx';

const APPEAR_AFTER_MS = 200;

/** Shows its children after 200 ms, so that quick answers do not flash (look.md 2). */
export function Late({ children, ms = APPEAR_AFTER_MS }: { children: ReactNode; ms?: number }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return late ? children : null;
}

function Announce() {
  const t = useText();
  return <VisuallyHidden role="status">{t('common.loading')}</VisuallyHidden>;
}

const widths = ['62%', '84%', '48%', '73%', '55%', '90%'];

/** Lines of text to come. */
export function TextSkeleton({ lines = 3 }: { lines?: number }) {
  return (
    <Late>
      <Announce />
      {Array.from({ length: lines }, (_, i) => (
        <Skeleton key={i} height={14} width={widths[i % widths.length] ?? '60%'} mb={10} />
      ))}
    </Late>
  );
}

/** A form to come. */
export function FormSkeleton({ fields = 5 }: { fields?: number }) {
  return (
    <Late>
      <Announce />
      {Array.from({ length: fields }, (_, i) => (
        <div key={i} style={{ maxWidth: 640, marginBottom: 20 }}>
          <Skeleton height={12} width={120} mb={8} />
          <Skeleton height={36} />
        </div>
      ))}
    </Late>
  );
}

/** A row of tiles to come. */
export function TilesSkeleton({ tiles = 4 }: { tiles?: number }) {
  return (
    <Late>
      <Announce />
      <div style={{ display: 'grid', gap: 16, gridTemplateColumns: 'repeat(auto-fit, minmax(220px, 1fr))' }}>
        {Array.from({ length: tiles }, (_, i) => (
          <Skeleton key={i} height={112} radius="md" />
        ))}
      </div>
    </Late>
  );
}
