import { Pagination, type PaginationProps } from '@mantine/core';

interface PageNumbersProps extends Pick<PaginationProps, 'size'> {
  pages: number;
  /** 1-based. */
  page: number;
  onPage: (page: number) => void;
}

/** Numbers of pages below a list whose page stands in its address; nothing for a single page. */
export function PageNumbers({ pages, page, onPage, size }: PageNumbersProps) {
  if (pages <= 1) return null;
  return (
    <Pagination
      total={pages}
      value={page}
      onChange={onPage}
      {...(size ? { size } : {})}
      getItemProps={(n) => ({ 'aria-label': `Page ${n}` })}
      getControlProps={(control) => ({ 'aria-label': `${control} page` })}
    />
  );
}
