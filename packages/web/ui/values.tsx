import { ActionIcon } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { serverNow } from '../api/server-clock.ts';
import { cls } from '../cls.ts';
import {
  dayOf,
  formatAgo,
  formatDay,
  formatInstant,
  formatPhone,
  formatRupees,
  formatRupeesShort,
  weekdayOf,
} from '../format.ts';
import { useText } from '../text/text.tsx';
import { smallIcon } from './icon.ts';
import classes from './values.module.css';

const NONE = '–';

/** An amount of integer paise: tabular, Indian grouping, minus when negative. Null reads "–". */
export function Money({
  paise,
  short = false,
  whole = false,
}: {
  paise: number | null | undefined;
  short?: boolean;
  whole?: boolean;
}) {
  if (paise === null || paise === undefined) return <span className="quiet">{NONE}</span>;
  const full = formatRupees(paise);
  return (
    <span className="figures" style={{ whiteSpace: 'nowrap' }} title={short || whole ? full : undefined}>
      {short ? formatRupeesShort(paise) : formatRupees(paise, whole)}
    </span>
  );
}

/** A day `YYYY-MM-DD` as DD-MM-YYYY; the weekday on hover. */
export function DateText({ day }: { day: string | null | undefined }) {
  if (!day) return <span className="quiet">{NONE}</span>;
  return (
    <time dateTime={day} title={weekdayOf(day)} className="figures" style={{ whiteSpace: 'nowrap' }}>
      {formatDay(day)}
    </time>
  );
}

/** An instant in Indian time; `ago` reads "12 min ago" under a day. */
export function InstantText({ at, ago = false }: { at: string | null | undefined; ago?: boolean }) {
  if (!at) return <span className="quiet">{NONE}</span>;
  const full = formatInstant(at);
  return (
    <time dateTime={at} title={`${weekdayOf(dayOf(at))}, ${full}`} className="figures">
      {(ago && formatAgo(at, serverNow())) || <WholeParts text={full} />}
    </time>
  );
}

/** Breaks between day and time, never before AM or PM. */
function WholeParts({ text }: { text: string }) {
  const [day = '', ...time] = text.split(' ');
  return (
    <>
      <span style={{ whiteSpace: 'nowrap' }}>{day}</span>{' '}
      <span style={{ whiteSpace: 'nowrap' }}>{time.join(' ')}</span>
    </>
  );
}

/** A value with a copy button beside it (codes, numbers, names). */
export function CopyText({ text, label, children }: { text: string; label?: string; children?: ReactNode }) {
  const t = useText();
  const clipboard = useClipboard({ timeout: 1500 });
  return (
    <span className={classes.value}>
      <span className={classes.text}>{children ?? text}</span>
      <ActionIcon
        className={cls(classes.copy, clipboard.copied && classes.copied)}
        data-copy
        variant="subtle"
        color={clipboard.copied ? 'success' : 'gray'}
        size="sm"
        aria-label={clipboard.copied ? t('action.copied') : `${t('action.copy')} ${label ?? text}`}
        onClick={(event) => {
          event.stopPropagation();
          event.preventDefault();
          clipboard.copy(text);
        }}
      >
        {clipboard.copied ? <IconCheck {...smallIcon} /> : <IconCopy {...smallIcon} />}
      </ActionIcon>
    </span>
  );
}

/** A phone number that dials and can be copied. Masked numbers are plain text. */
export function PhoneText({ phone }: { phone: string | null | undefined }) {
  if (!phone) return <span className="quiet">{NONE}</span>;
  if (!/^\+?\d+$/.test(phone)) return <span className="figures">{phone}</span>;
  return (
    <CopyText text={phone}>
      <a
        className={cls(classes.link, classes.oneLine, 'figures')}
        href={`tel:${phone}`}
        onClick={(event) => event.stopPropagation()}
      >
        {formatPhone(phone)}
      </a>
    </CopyText>
  );
}

/** An e-mail address that opens the mail program and can be copied. */
export function EmailText({ email }: { email: string | null | undefined }) {
  if (!email) return <span className="quiet">{NONE}</span>;
  if (email.includes('•') || email.includes('*')) return <span>{email}</span>;
  return (
    <CopyText text={email}>
      <a className={classes.link} href={`mailto:${email}`} onClick={(event) => event.stopPropagation()}>
        {email}
      </a>
    </CopyText>
  );
}
