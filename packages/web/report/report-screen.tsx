import type { AnyReport } from '@aangan/contract/report.ts';
import type { ReactNode } from 'react';
import { PageFrame } from '../ui/page-frame.tsx';
import { PageTabs } from '../ui/page-tabs.tsx';
import { ReportTable } from './report-table.tsx';

export interface ReportView {
  /** In the address: `?view=ageing`. */
  readonly value: string;
  readonly label: string;
  readonly of?: AnyReport;
  /** Something else than a report: a list of the same rows. */
  readonly content?: ReactNode;
}

/** The screen of one subject: its reports as tabs, the chosen one in the address. */
export function ReportScreen({
  title,
  views,
  param = 'view',
}: {
  title: string;
  views: readonly ReportView[];
  param?: string;
}) {
  const needsYear = views.some(({ of }) => of?.needsYear);
  return (
    <PageFrame title={title} context={needsYear ? 'centre-year' : 'centre'}>
      <PageTabs
        param={param}
        tabs={views.map(({ value, label, of, content }) => ({
          value,
          label,
          content: content ?? (of ? <ReportTable key={of.name} of={of} /> : null),
        }))}
      />
    </PageFrame>
  );
}
