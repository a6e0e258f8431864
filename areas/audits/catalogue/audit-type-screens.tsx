import { RecordForm } from '@aangan/web/record/record-form.tsx';
import { RecordList } from '@aangan/web/record/record-list.tsx';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { IconPencil } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { auditType } from './audit-type.record.ts';

const ADD = '/general-audit/add-audit-type';

/** /general-audit/audit-type-list */
export const AuditTypes = () => (
  <RecordList
    record={auditType}
    actions={(row) => [
      {
        label: 'Change',
        icon: <IconPencil {...smallIcon} />,
        to: `${ADD}?id=${row.id}`,
        hidden: row.can['update'] !== true,
        frequent: true,
        edit: true,
      },
    ]}
  />
);

/** /general-audit/add-audit-type; `?id=` changes one. */
export function AuditTypeForm() {
  const [params] = useSearchParams();
  const id = params.get('id');
  return (
    <RecordForm
      key={id}
      record={auditType}
      id={id}
      will={id ? 'Audits see it with the next version that is published' : 'Then its categories are added'}
      start={{
        family: 'GENERAL',
        subjectKind: 'CENTRE',
        conductedBy: 'NETWORK',
        reviewRequired: true,
        locate: false,
        signoffRequired: false,
        criticalCapBp: 5900,
        bandABp: 9000,
        bandBBp: 7500,
        bandCBp: 6000,
        closureDays: 14,
        responseDays: 3,
        publishWithinHours: 48,
        active: true,
      }}
    />
  );
}
