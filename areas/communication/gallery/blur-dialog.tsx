import { useCommand } from '@aangan/web/api/use-command.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { galleryContract, type StaffPhoto } from './gallery.contract.ts';
import classes from './gallery.module.css';
import { uploadPair } from './use-photo-uploads.tsx';

interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Boxes drawn over faces; their pixels are replaced here, and the new picture takes the place of the sharp one in both sizes. */
export function BlurDialog({ photo, onClose }: { photo: StaffPhoto; onClose: () => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [boxes, setBoxes] = useState<readonly Box[]>([]);
  const [drawn, setDrawn] = useState<Box | null>(null);
  const without = photo.children.filter(({ how, allowed }) => how === 'NAMED' && !allowed);
  const [who, setWho] = useState<readonly string[]>(without.map(({ enrolmentId }) => enrolmentId));
  const [sending, setSending] = useState(false);
  const blur = useCommand(galleryContract.blur, {
    onDone: ({ status, reason }) => {
      if (status === 'READY') notice.ok('Blurred. The sharp picture is gone.');
      else notice.warn(`Blurred. ${reason ?? ''}`);
      onClose();
    },
    onError: (error) => notice.error(error),
  });

  useEffect(() => {
    let here = true;
    fetch(photo.large)
      .then((answer) => answer.blob())
      .then((blob) => createImageBitmap(blob))
      .then((loaded) => here && setPicture(loaded))
      .catch(() => here && notice.warn('This picture could not be loaded. Close and try again.'));
    return () => {
      here = false;
    };
  }, [photo.large]);

  useEffect(() => {
    if (canvas.current && picture) draw(canvas.current, picture, drawn ? [...boxes, drawn] : boxes);
  }, [picture, boxes, drawn]);

  const at = (event: PointerEvent<HTMLCanvasElement>) => {
    const target = event.currentTarget;
    const rect = target.getBoundingClientRect();
    // The canvas is fitted into its box: the picture lies in the middle of it.
    const scale = Math.min(rect.width / target.width, rect.height / target.height);
    const left = rect.left + (rect.width - target.width * scale) / 2;
    const top = rect.top + (rect.height - target.height * scale) / 2;
    return { x: (event.clientX - left) / scale, y: (event.clientY - top) / scale };
  };
  const send = async () => {
    if (!canvas.current || !picture) return;
    setSending(true);
    try {
      draw(canvas.current, picture, boxes);
      const target = canvas.current;
      const blob = await new Promise<Blob | null>((resolve) => target.toBlob(resolve, 'image/jpeg', 0.9));
      if (!blob) throw new Error('This picture could not be drawn.');
      const pair = await uploadPair(new File([blob], 'blurred.jpg', { type: 'image/jpeg' }), () => undefined);
      await blur.run({ photoId: photo.id, ...pair, enrolmentIds: [...who] }, { ifMatch: photo.version });
    } catch (error) {
      notice.warn(error instanceof Error ? error.message : 'The upload stopped.');
    } finally {
      setSending(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title="Blur faces" size="xl" centered>
      <Stack gap="md">
        <Text>
          Draw a box over every face to blur. The pixels are replaced in both sizes of the picture; the sharp
          one is deleted.
        </Text>
        <div className={classes.stage}>
          <canvas
            ref={canvas}
            aria-label="Picture: draw boxes over faces"
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId);
              setDrawn({ ...at(event), w: 0, h: 0 });
            }}
            onPointerMove={(event) => {
              const { x, y } = at(event);
              setDrawn((now) => now && { ...now, w: x - now.x, h: y - now.y });
            }}
            onPointerUp={() => {
              if (drawn && Math.abs(drawn.w) > 8 && Math.abs(drawn.h) > 8)
                setBoxes((now) => [...now, straight(drawn)]);
              setDrawn(null);
            }}
          />
        </div>
        {photo.children.length > 0 && (
          <Checkbox.Group label="Blurred on it" value={[...who]} onChange={setWho}>
            <Group gap="md" mt={4}>
              {photo.children.map(({ enrolmentId, name }) => (
                <Checkbox key={enrolmentId} value={enrolmentId} label={name} />
              ))}
            </Group>
          </Checkbox.Group>
        )}
        <Group justify="flex-end">
          <Button
            variant="default"
            disabled={boxes.length === 0}
            onClick={() => setBoxes((now) => now.slice(0, -1))}
          >
            Take back a box
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={boxes.length === 0} loading={sending} onClick={() => void send()}>
            Blur
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

const straight = ({ x, y, w, h }: Box): Box => ({
  x: Math.min(x, x + w),
  y: Math.min(y, y + h),
  w: Math.abs(w),
  h: Math.abs(h),
});

/** Squares across a box: too few to know a face again, and nothing of the pixels below stays. */
const SQUARES = 6;

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, boxes: readonly Box[]): void {
  canvas.width = picture.width;
  canvas.height = picture.height;
  const context = canvas.getContext('2d');
  if (!context) return;
  context.drawImage(picture, 0, 0);
  const coarse = document.createElement('canvas');
  coarse.width = SQUARES;
  coarse.height = SQUARES;
  const small = coarse.getContext('2d');
  for (const box of boxes.map(straight)) {
    if (box.w < 1 || box.h < 1 || !small) continue;
    small.clearRect(0, 0, SQUARES, SQUARES);
    small.drawImage(picture, box.x, box.y, box.w, box.h, 0, 0, SQUARES, SQUARES);
    context.imageSmoothingEnabled = false;
    context.drawImage(coarse, 0, 0, SQUARES, SQUARES, box.x, box.y, box.w, box.h);
  }
}
