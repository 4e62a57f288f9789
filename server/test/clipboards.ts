/** The same letter as three programs put it on the clipboard: a heading, two paragraphs, a list, a table, a comment mark. */

export const FROM_WORD = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8">
<meta name=Generator content="Microsoft Word 15">
<title>Título del documento</title>
<link rel=File-List href="file:///C:/Users/Rosa/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml>
 <w:WordDocument><w:View>Normal</w:View><w:LsdException Locked="false"/></w:WordDocument>
</xml><![endif]-->
<style>
<!--
 /* Style Definitions */
 p.MsoNormal {margin-bottom:8.0pt; font-family:"Calibri",sans-serif;}
-->
</style>
<!--[if gte mso 10]><style>table.MsoNormalTable {mso-style-name:"Tabla normal";}</style><![endif]-->
</head>
<body lang=ES-PE style='tab-interval:35.4pt;word-wrap:break-word'>
<!--StartFragment-->

<h1>Guía del taller<o:p></o:p></h1>

<p class=MsoNormal>Traigan <b style='mso-bidi-font-weight:normal'>arcilla</b> y <i>agua</i>.<span
style='mso-comment-continuation:1'><a style='mso-comment-reference:RQ_1;mso-comment-date:20261101T0930'></a></span><span
class=MsoCommentReference><span style='font-size:8.0pt'><![if !supportAnnotations]><a class=msocomanchor
id="_anchor_1" onmouseover="msoCommentShow('_anchor_1','_com_1')" href="#_msocom_1" language=JavaScript
name="_msoanchor_1">[RQ1]</a><![endif]><span style='mso-special-character:comment'>&nbsp;</span></span></span><o:p></o:p></p>

<p class=MsoNormal><o:p>&nbsp;</o:p></p>

<p class=MsoNormal>El taller dura <span class=SpellE>dos</span> horas.<o:p></o:p></p>

<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol;mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;
</span></span><![endif]>Amasar<o:p></o:p></p>

<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol;mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;
</span></span><![endif]>Modelar<o:p></o:p></p>

<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none'>
 <tr style='mso-yfti-irow:0;mso-yfti-firstrow:yes'>
  <td width=283 valign=top style='width:212.4pt;border:solid windowtext 1.0pt'>
  <p class=MsoNormal style='margin-bottom:0cm'>Semana<o:p></o:p></p>
  </td>
  <td width=283 valign=top style='width:212.4pt;border:solid windowtext 1.0pt'>
  <p class=MsoNormal style='margin-bottom:0cm'>Tema<o:p></o:p></p>
  </td>
 </tr>
</table>

<p class=MsoNormal>Fin.<o:p></o:p></p>

<!--EndFragment-->
<div style='mso-element:comment-list'><![if !supportAnnotations]>
<hr class=msocomoff align=left size=1 width="33%">
<![endif]>
<div style='mso-element:comment'><div id="_com_1" class=msocomtxt language=JavaScript>
<a name="_msocom_1"></a>
<p class=MsoCommentText><span class=MsoCommentReference><a href="#_msoanchor_1" class=msocomoff>[RQ1]</a></span>Revisar esto<o:p></o:p></p>
</div></div></div>
</body>
</html>`

export const FROM_DOCS = `<html><head><title>Guía del taller - Documentos de Google</title></head><body>
<!--StartFragment--><meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-0c1d2e3f-7fff-4a5b-6c7d-8e9fa0b1c2d3"><h1 dir="ltr" style="line-height:1.38;margin-top:20pt;margin-bottom:6pt;"><span style="font-size:20pt;font-family:Arial,sans-serif;color:#000000;font-weight:400;white-space:pre-wrap;">Guía del taller</span></h1><p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;font-weight:400;font-style:normal;white-space:pre-wrap;">Traigan </span><span style="font-size:11pt;font-weight:700;font-style:normal;white-space:pre-wrap;">arcilla</span><span style="font-size:11pt;font-weight:400;font-style:normal;white-space:pre-wrap;"> y </span><span style="font-size:11pt;font-weight:400;font-style:italic;white-space:pre-wrap;">agua</span><span style="font-size:11pt;font-weight:400;font-style:normal;white-space:pre-wrap;">.</span></p><br /><p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;white-space:pre-wrap;">El taller dura dos horas.</span></p><ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc;font-size:11pt;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-size:11pt;white-space:pre-wrap;">Amasar</span></p></li><li dir="ltr" style="list-style-type:disc;font-size:11pt;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-size:11pt;white-space:pre-wrap;">Modelar</span></p></li></ul><div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col width="312"/><col width="312"/></colgroup><tbody><tr style="height:0pt"><td style="border:solid #000000 1pt;vertical-align:top;"><p dir="ltr"><span style="font-size:11pt;white-space:pre-wrap;">Semana</span></p></td><td style="border:solid #000000 1pt;vertical-align:top;"><p dir="ltr"><span style="font-size:11pt;white-space:pre-wrap;">Tema</span></p></td></tr></tbody></table></div><p dir="ltr"><span style="font-size:11pt;white-space:pre-wrap;">Fin.</span></p></b><br class="Apple-interchange-newline"><!--EndFragment-->
</body></html>`

export const FROM_LIBREOFFICE = `<!DOCTYPE html>
<html>
<head>
	<meta http-equiv="content-type" content="text/html; charset=utf-8"/>
	<title>Guía del taller</title>
	<meta name="generator" content="LibreOffice 24.2.7.2 (Linux)"/>
	<style type="text/css">
		@page { size: 21cm 29.7cm; margin: 2cm }
		p { line-height: 115%; margin-bottom: 0.25cm; background: transparent }
		h1.western { font-family: "Liberation Sans"; font-size: 18pt }
	</style>
</head>
<body lang="es-PE" link="#000080" vlink="#800000" dir="ltr">
<h1 class="western"><font face="Liberation Sans, sans-serif"><font size="5" style="font-size: 18pt">Guía
del taller</font></font></h1>
<p align="justify" style="line-height: 100%; margin-bottom: 0cm"><font color="#c9211e">Traigan
</font><b>arcilla</b> y <i>agua</i>.</p>
<p align="justify" style="line-height: 100%; margin-bottom: 0cm"><br/>

</p>
<p align="justify" style="line-height: 100%; margin-bottom: 0cm">El
taller dura dos horas.</p>
<ul>
	<li><p style="line-height: 100%; margin-bottom: 0cm">
	Amasar</p></li>
	<li><p style="line-height: 100%; margin-bottom: 0cm">
	Modelar</p></li>
</ul>
<table width="643" cellpadding="4" cellspacing="0">
	<col width="313"/>

	<col width="313"/>

	<tr valign="top">
		<td width="313" style="border: 1px solid #000000; padding: 0.1cm"><p>Semana</p>
		</td>
		<td width="313" style="border: 1px solid #000000; padding: 0.1cm"><p>Tema</p>
		</td>
	</tr>
</table>
<p style="line-height: 100%; margin-bottom: 0cm">Fin.</p>
</body>
</html>`
