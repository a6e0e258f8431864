import { Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';

/** A QR code as an image; the drawing library arrives only when one is shown. `label` says where it leads. */
export function QrImage({ value, size = 200, label }: { value: string; size?: number; label: string }) {
  const [source, setSource] = useState<string | null>(null);
  useEffect(() => {
    let open = true;
    // Drawn as SVG on white with four modules of quiet zone, so that it scans from paper and from a dark screen alike.
    void import('qrcode').then(async (qr) => {
      const svg = await qr.toString(value, { type: 'svg', margin: 4, errorCorrectionLevel: 'M' });
      if (open) setSource(`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`);
    });
    return () => {
      open = false;
    };
  }, [value]);
  return source ? (
    <img
      src={source}
      width={size}
      height={size}
      alt={label}
      style={{ borderRadius: 8, background: '#fff' }}
    />
  ) : (
    <Skeleton width={size} height={size} />
  );
}
