import { ImportScreen } from '@aangan/web/import/import-screen.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { useNavigate } from 'react-router';
import { productImport } from './product-import.contract.ts';

const PRODUCTS = '/retailer-margin/product/list-of-product-retail-margin';

/** /retailer-margin/upload-product: the catalogue from a file, with one batch of margin requests; all rows or none. */
export function UploadProducts() {
  const navigate = useNavigate();
  return (
    <PageFrame title="Upload products" crumbs={[{ label: 'Products and margin', to: PRODUCTS }]}>
      <ImportScreen
        of={productImport}
        refresh={['product', 'product-margin', 'margin-request']}
        onDone={() => void navigate(PRODUCTS)}
      />
    </PageFrame>
  );
}
