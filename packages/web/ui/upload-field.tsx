import { ActionIcon, Button, Input, Progress } from '@mantine/core';
import { IconCamera, IconFile, IconUpload, IconX } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type UploadHandle, uploadFile } from '../api/upload.ts';
import { noteUpload } from '../api/uploads-under-way.ts';
import { cls } from '../cls.ts';
import { formatBytes, formatProgress } from '../format.ts';
import { useText } from '../text/text.tsx';
import { icon } from './icon.ts';
import classes from './upload-field.module.css';

export interface UploadFieldProps {
  label?: ReactNode;
  help?: ReactNode;
  required?: boolean;
  /** The uploaded file's id. */
  value: string | null;
  onChange: (fileId: string | null, name?: string) => void;
  /** Endings without the dot: `['pdf', 'jpg']`. Empty = any. */
  accept?: readonly string[];
  maxMb?: number;
  error?: ReactNode;
  /** Name of the file that `value` stands for, when known. */
  fileName?: string | null | undefined;
  disabled?: boolean;
  link?: string | undefined;
  /** What is sent instead of the chosen file: a smaller picture. Throws an Error with a text for the person. */
  prepare?: (file: File) => Promise<File>;
  inputProps?: { id?: string; name?: string };
}

interface Running {
  name: string;
  share: number;
  handle: UploadHandle;
}

/** A file that is uploaded while the form is filled; resumes after a dead network; per cent with two decimals. */
export function UploadField({
  label,
  help,
  required = false,
  value,
  onChange,
  accept = [],
  maxMb = 10,
  error,
  fileName,
  disabled = false,
  link,
  prepare,
  inputProps,
}: UploadFieldProps) {
  const t = useText();
  const ownId = useId();
  const id = inputProps?.id ?? ownId;
  const input = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const takesPhotos = accept.includes('jpg') && window.matchMedia('(pointer: coarse)').matches;
  const [running, setRunning] = useState<Running | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const [name, setName] = useState<string | null>(null);
  const handle = running?.handle;
  const types = accept.map((ending) => ending.toUpperCase()).join(', ');
  const size = formatBytes(maxMb * 1024 * 1024);

  useEffect(() => () => handle?.cancel(), [handle]);

  const failed = (failure: unknown): null => {
    const message = failure instanceof Error ? failure.message : '';
    if (message !== 'cancelled') setProblem(message || t('upload.failed'));
    return null;
  };
  /** False when the file did not get there. */
  const upload = async (chosen: File): Promise<boolean> => {
    const file = prepare ? await prepare(chosen).catch(failed) : chosen;
    if (!file) return false;
    const refusal = refusalOf(file, accept, maxMb);
    if (refusal) {
      setProblem(t(refusal, { name: file.name, size, types }));
      return false;
    }
    setProblem(null);
    const sent = uploadFile(file, (share) => setRunning((now) => (now ? { ...now, share } : now)), link);
    setRunning({ name: file.name, share: 0, handle: sent });
    try {
      const fileId = await sent.done;
      setName(file.name);
      // A form that waits for the file reads its values right after.
      flushSync(() => onChange(fileId, file.name));
      return true;
    } catch (failure) {
      return failed(failure) !== null;
    } finally {
      setRunning(null);
      for (const one of [input, camera]) if (one.current) one.current.value = '';
    }
  };
  const start = (chosen: File | undefined) => {
    if (chosen && !disabled) noteUpload(upload(chosen));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    start(event.dataTransfer.files[0]);
  };

  return (
    <Input.Wrapper id={id} label={label} description={help} required={required} error={problem ?? error}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the button does the same */}
      <div
        className={cls(classes.zone, over && classes.over, Boolean(problem ?? error) && classes.bad)}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          ref={input}
          id={id}
          name={inputProps?.name}
          type="file"
          hidden
          accept={accept.map((ending) => `.${ending}`).join(',')}
          onChange={(event) => start(event.currentTarget.files?.[0])}
        />
        {takesPhotos && (
          <input
            ref={camera}
            type="file"
            hidden
            accept="image/jpeg,image/png"
            capture="environment"
            aria-label={t('upload.photo')}
            onChange={(event) => start(event.currentTarget.files?.[0])}
          />
        )}
        {running ? (
          <>
            <IconFile {...icon} />
            <div className={classes.progress}>
              <div>
                {running.name} <span className="quiet figures">{formatProgress(running.share)}</span>
              </div>
              <Progress value={running.share * 100} size="sm" mt={4} aria-label={running.name} />
            </div>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('upload.cancel')}
              onClick={() => {
                running.handle.cancel();
                setRunning(null);
              }}
            >
              <IconX {...icon} />
            </ActionIcon>
          </>
        ) : (
          <>
            {value && (
              <span>
                <IconFile {...icon} style={{ verticalAlign: '-4px' }} />{' '}
                {name ?? fileName ?? t('upload.done')}
              </span>
            )}
            {takesPhotos && (
              <Button
                variant="default"
                size="compact-sm"
                leftSection={<IconCamera {...icon} />}
                disabled={disabled}
                onClick={() => camera.current?.click()}
              >
                {t('upload.photo')}
              </Button>
            )}
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconUpload {...icon} />}
              disabled={disabled}
              onClick={() => input.current?.click()}
              data-field-focus
            >
              {t('upload.choose')}
            </Button>
            <span className={classes.words}>
              {t('upload.drop')}
              {accept.length > 0 && <> · {t('upload.limits', { types, size })}</>}
            </span>
            {value && !required && (
              <Button
                variant="subtle"
                color="gray"
                size="compact-sm"
                disabled={disabled}
                onClick={() => {
                  setName(null);
                  onChange(null);
                }}
              >
                {t('action.remove')}
              </Button>
            )}
          </>
        )}
      </div>
    </Input.Wrapper>
  );
}

function refusalOf(
  file: File,
  accept: readonly string[],
  maxMb: number,
): 'upload.tooLarge' | 'upload.wrongType' | null {
  if (file.size > maxMb * 1024 * 1024) return 'upload.tooLarge';
  const ending = file.name.toLowerCase().split('.').pop() ?? '';
  const same = ending === 'jpeg' ? 'jpg' : ending;
  return accept.length > 0 &&
    !accept.some((one) => one.toLowerCase() === same || one.toLowerCase() === ending)
    ? 'upload.wrongType'
    : null;
}
