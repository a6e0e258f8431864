import { RecordForm } from '@aangan/web/record/record-form.tsx';
import { useNavigate, useSearchParams } from 'react-router';
import { classRecord } from './class.record.ts';
import { section } from './section.record.ts';
import { subject } from './subject.record.ts';

const records = { class: classRecord, section, subject } as const;

/** `?what=class|section|subject`, with `&id=` to change one. */
export function ClassAdd() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const what =
    params.get('what') === 'section' ? 'section' : params.get('what') === 'subject' ? 'subject' : 'class';
  const record = records[what];
  const id = params.get('id');
  const start = what === 'section' ? { capacity: 20, active: true } : { active: true };
  return (
    <RecordForm
      key={`${what} ${id ?? ''}`}
      record={record}
      id={id === null ? null : record.key === 'integer' ? Number(id) : id}
      start={start}
      onDone={() => void navigate(`/class/details?tab=${what}`)}
    />
  );
}
