import { Button, Group, Input, Stack } from '@mantine/core';
import { type PointerEvent, useEffect, useRef, useState } from 'react';

const WIDTH = 480;
const HEIGHT = 160;

/** A glass to sign on. `onChange` gets the PNG as base64, null while nothing is written. */
export function SignaturePad({ label, onChange }: { label: string; onChange: (png: string | null) => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawing = useRef(false);
  const [written, setWritten] = useState(false);
  useEffect(() => {
    const pen = canvas.current?.getContext('2d');
    if (!pen) return;
    pen.lineWidth = 2.5;
    pen.lineCap = 'round';
    pen.lineJoin = 'round';
    pen.strokeStyle = '#1f2330';
  }, []);
  const at = (event: PointerEvent<HTMLCanvasElement>): [number, number] => {
    const box = event.currentTarget.getBoundingClientRect();
    return [
      ((event.clientX - box.left) / box.width) * WIDTH,
      ((event.clientY - box.top) / box.height) * HEIGHT,
    ];
  };
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    const pen = event.currentTarget.getContext('2d');
    pen?.beginPath();
    pen?.moveTo(...at(event));
    drawing.current = true;
  };
  const draw = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!drawing.current) return;
    const pen = event.currentTarget.getContext('2d');
    pen?.lineTo(...at(event));
    pen?.stroke();
  };
  const end = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!drawing.current) return;
    drawing.current = false;
    setWritten(true);
    onChange(event.currentTarget.toDataURL('image/png').split(',')[1] ?? null);
  };
  const empty = () => {
    canvas.current?.getContext('2d')?.clearRect(0, 0, WIDTH, HEIGHT);
    setWritten(false);
    onChange(null);
  };
  return (
    <Stack gap={4}>
      <Input.Label>{label}</Input.Label>
      <canvas
        ref={canvas}
        width={WIDTH}
        height={HEIGHT}
        role="img"
        aria-label={written ? `${label}: signed` : `${label}: nothing written yet`}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
        style={{
          width: '100%',
          aspectRatio: `${WIDTH} / ${HEIGHT}`,
          touchAction: 'none',
          background: '#fff',
          borderRadius: 'var(--mantine-radius-md)',
          border: '1px solid var(--mantine-color-default-border)',
        }}
      />
      <Group justify="flex-end">
        <Button variant="subtle" size="xs" onClick={empty} disabled={!written}>
          Clear
        </Button>
      </Group>
    </Stack>
  );
}
