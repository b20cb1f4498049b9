/* Delivery status notifications as mail servers write them (RFC 3464), about an e-mail with this id. */

/** As Postfix writes them. The e-mail was sent with RET=HDRS, so only its headers come back. */
export function postfixReport(
  emailId: string,
  { action, status, diagnostic }: { action: string; status: string; diagnostic: string },
): string {
  return mail(`
Return-Path: <>
Received: by mail.example.org (Postfix)
	id 4dKp2V0Xyzz9; Sun, 31 May 2026 10:00:04 +0200 (CEST)
Date: Sun, 31 May 2026 10:00:04 +0200 (CEST)
From: MAILER-DAEMON@mail.example.org (Mail Delivery System)
Subject: ${action === 'delivered' ? 'Successful Mail Delivery Report' : 'Undelivered Mail Returned to Sender'}
To: bounces@example.org
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="4dKp2T0abcz9.1780214404/mail.example.org"
Message-Id: <4dKp2V0Xyzz9@mail.example.org>

This is a MIME-encapsulated message.

--4dKp2T0abcz9.1780214404/mail.example.org
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

This is the mail system at host mail.example.org.

<owner@example.org>: ${diagnostic}

--4dKp2T0abcz9.1780214404/mail.example.org
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example.org
Original-Envelope-Id: ${emailId}
X-Postfix-Queue-ID: 4dKp2T0abcz9
X-Postfix-Sender: rfc822; bounces@example.org
Arrival-Date: Sun, 31 May 2026 10:00:03 +0200 (CEST)

Final-Recipient: rfc822; owner@example.org
Original-Recipient: rfc822;owner@example.org
Action: ${action}
Status: ${status}
Remote-MTA: dns; mx.example.org
Diagnostic-Code: smtp; ${diagnostic}

--4dKp2T0abcz9.1780214404/mail.example.org
Content-Description: Message Headers
Content-Type: text/rfc822-headers

${emailHeaders(emailId)}
--4dKp2T0abcz9.1780214404/mail.example.org--
`)
}

export const postfixBounce = (emailId: string) =>
  postfixReport(emailId, {
    action: 'failed',
    status: '5.1.1',
    diagnostic: `550 5.1.1 <owner@example.org>: Recipient address
    rejected: User unknown in virtual mailbox table`,
  })

export const postfixDelivery = (emailId: string) =>
  postfixReport(emailId, { action: 'delivered', status: '2.0.0', diagnostic: '250 2.0.0 Ok: queued as 4dKp2W1' })

export const postfixDelay = (emailId: string) =>
  postfixReport(emailId, { action: 'delayed', status: '4.4.1', diagnostic: '421 4.4.1 Connection timed out' })

/** As Exchange Online writes them: no envelope id, a text in two forms, the whole e-mail, its id folded. */
export function exchangeBounce(emailId: string): string {
  return mail(`
From: <postmaster@outlook.example.org>
To: <bounces@example.org>
Date: Sun, 31 May 2026 08:00:09 +0000
Content-Type: multipart/report; report-type=delivery-status;
	boundary="c0ffee58-3a2b-4c1d-9e8f-000000000001"
X-MS-Exchange-Message-Is-Ndr:
Content-Language: de-DE
Message-ID:
	<2f0a6c1e-7d5b-4f0e-8b1a-3c2d1e0f9a8b@AM0EUR02FT000.example.org>
Subject: Unzustellbar: Test-Alarm: Enduro
Auto-Submitted: auto-replied
MIME-Version: 1.0

--c0ffee58-3a2b-4c1d-9e8f-000000000001
Content-Type: multipart/alternative; differences=Content-Type;
	boundary="c0ffee58-3a2b-4c1d-9e8f-000000000002"

--c0ffee58-3a2b-4c1d-9e8f-000000000002
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: base64

SWhyZSBOYWNocmljaHQga29ubnRlIG5pY2h0IHp1Z2VzdGVsbHQgd2VyZGVuLg==

--c0ffee58-3a2b-4c1d-9e8f-000000000002
Content-Type: text/html; charset="utf-8"
Content-Transfer-Encoding: quoted-printable

<html><body>Ihre Nachricht konnte nicht zugestellt werden.<br>=C2=A0</body></html>

--c0ffee58-3a2b-4c1d-9e8f-000000000002--

--c0ffee58-3a2b-4c1d-9e8f-000000000001
Content-Type: message/delivery-status

Reporting-MTA: dns;AM0EUR02FT000.mail.example.org
Received-From-MTA: dns;mail.example.org
Arrival-Date: Sun, 31 May 2026 08:00:08 +0000

Final-Recipient: rfc822;owner@example.org
Action: failed
Status: 5.1.10
Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient owner@example.org not found by SMTP address lookup

--c0ffee58-3a2b-4c1d-9e8f-000000000001
Content-Type: message/rfc822

${emailHeaders(emailId)}
Guten Tag,

dies ist der Test-Alarm.

--c0ffee58-3a2b-4c1d-9e8f-000000000001--
`)
}

function emailHeaders(emailId: string): string {
  return `From: Wegwarte <no-reply@example.org>
To: owner@example.org
Subject: Test-Alarm: Enduro
Message-ID:
 <${emailId}@wegwarte.example>
Date: Sun, 31 May 2026 08:00:02 +0000
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
`
}

function mail(text: string): string {
  return text.trimStart().replaceAll('\n', '\r\n')
}
