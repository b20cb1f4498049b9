import { useQuery } from '@tanstack/react-query'
import { dataExports, type LinkedExport } from '#contract/data-export/data-export.ts'
import styles from './data-export.module.css'
import { linkedExportTexts as texts } from './texts.ts'
import { call, download } from '#web/api/calls/call.ts'
import { type CallProblem, messageOf } from '#web/api/calls/call-problem.ts'
import { queryClient } from '#web/api/queries/queries.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Card, CardParts } from '#web/ui/layout/Card.tsx'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { LinkPage } from '#web/ui/layout/LinkPage.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { paths } from '#web/browser/paths.ts'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { useDocument } from '#web/browser/use-document.ts'
import { Link } from '#web/ui/controls/Link.tsx'

const toMyData = <Link to={paths.myData}>{texts.toMyData}</Link>

/** /data-export#…: where the e-mail leads. Downloading needs a button, because mail scanners open links, too. */
export function LinkedExportPage() {
  return (
    <LinkPage title={texts.title} otherWay={toMyData}>
      {(token) => <ExportOfLink token={token} />}
    </LinkPage>
  )
}

function ExportOfLink({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery<LinkedExport, CallProblem>(
    {
      // Kept in memory alone, and with the key that fetched it.
      queryKey: [dataExports.linked.path, token],
      queryFn: ({ signal }) => call(dataExports.linked, {}, { signal, token }),
    },
    queryClient,
  )
  if (data !== undefined) return <File file={data} token={token} />
  if (error === null) return <Skeleton lines={3} label={texts.loading} />
  if (error.status !== 404 && error.status !== 410) {
    return <LoadFailure error={error} busy={isFetching} onRetry={() => void refetch()} />
  }
  return (
    <Notice kind="danger" title={texts.refused} actions={toMyData}>
      {messageOf(error)}
    </Notice>
  )
}

function File({ file, token }: { file: LinkedExport; token: string }) {
  const document = useDocument(() => download(dataExports.linkedFile, {}, { token }))
  return (
    <Card label={texts.title}>
      <CardParts>
        <p>{texts.lead}</p>
        <p className={styles.ready}>{texts.file(file.bytes, file.expiresAt)}</p>
        <Button size="large" wide busy={document.isBusy} onClick={document.download}>
          {texts.download}
        </Button>
      </CardParts>
    </Card>
  )
}
